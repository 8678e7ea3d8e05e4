#include "bayplan/pool/journal.h"

#include "bayplan/base/fingerprint.h"

namespace bayplan {

std::optional<absl::Span<const JournalEntry>> Journal::Since(JournalPosition from) const {
  if (from.sequence < base_.sequence || from.sequence > position_.sequence) return std::nullopt;
  const size_t skip = from.sequence - base_.sequence;
  const JournalPosition here = skip == 0 ? base_ : entries_[skip - 1].position;
  if (here != from) return std::nullopt;
  return absl::MakeConstSpan(entries_).subspan(skip);
}

void Journal::Append(JournalKind kind, uint32_t slot, uint64_t content) {
  if (entries_.size() >= 2 * kKept) {
    base_ = entries_[kKept - 1].position;
    entries_.erase(entries_.begin(), entries_.begin() + kKept);
  }
  ++position_.sequence;
  const uint64_t what = (static_cast<uint64_t>(kind) << 32) | slot;
  position_.history = MixWord(MixWord(position_.history, what), content);
  entries_.push_back({position_, kind, slot});
}

Journal Journal::Branch() const {
  Journal branch;
  branch.base_ = position_;
  branch.position_ = position_;
  return branch;
}

}  // namespace bayplan
