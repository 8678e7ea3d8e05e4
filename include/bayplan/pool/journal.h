// The numbered list of changes of a PoolState, by which caches are brought up to date.
//
//   auto news = state.journal().Since(my_position);
//   if (!news.has_value()) Rebuild(); else for (const JournalEntry& e : *news) Refresh(e);
//   my_position = state.journal().position();
//
// A position is a sequence number together with a fingerprint of every change up to it. Two forks
// that went different ways have different fingerprints at the same number, so a cache that stood on
// one of them is never patched with the other's changes.

#ifndef BAYPLAN_POOL_JOURNAL_H_
#define BAYPLAN_POOL_JOURNAL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"

namespace bayplan {

struct JournalPosition {
  uint64_t sequence = 0;
  uint64_t history = 0;

  friend constexpr bool operator==(const JournalPosition&, const JournalPosition&) = default;
};

enum class JournalKind : uint8_t {
  kNodeAdded = 0,    // slot: node row
  kNodeRemoved = 1,  // slot: node row
  kNodeChanged = 2,  // slot: node row; content or bookings
  kJobChanged = 3,   // slot: job row; added, removed, or of another state
  kClusterChanged = 4,
  kDecisionState = 5,
};

struct JournalEntry {
  JournalPosition position;  // after the change
  JournalKind kind = JournalKind::kNodeAdded;
  uint32_t slot = 0;
};

class Journal {
 public:
  // At least this many of the latest entries are kept.
  static constexpr size_t kKept = 65'536;

  JournalPosition position() const { return position_; }
  // The entries after `from`, oldest first; nullopt if `from` is not a position of this journal or
  // lies too far back. The span lives until the next Append. O(1).
  std::optional<absl::Span<const JournalEntry>> Since(JournalPosition from) const;

  // Appends one change; `content` is a fingerprint of what changed. Amortised O(1).
  void Append(JournalKind kind, uint32_t slot, uint64_t content);
  // The same position with no entries: what a fork starts from.
  Journal Branch() const;

 private:
  std::vector<JournalEntry> entries_;
  JournalPosition base_;  // the position before entries_[0]
  JournalPosition position_;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_JOURNAL_H_
