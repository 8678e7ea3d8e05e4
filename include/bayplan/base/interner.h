// Names to dense ids and back. Strings live at the border, ids inside.
//
//   Interner names;
//   uint32_t id = names.Intern("zone");
//   std::string_view text = names.Name(id);   // "zone"
//
// Ids are given in order of first sight, from 0, and never change or go away: an interner grows
// with the number of distinct names it has seen. Copying is O(names). Not thread-safe.

#ifndef BAYPLAN_BASE_INTERNER_H_
#define BAYPLAN_BASE_INTERNER_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"

namespace bayplan {

class Interner {
 public:
  // The id of `name`, which is copied on first sight. Expected O(length).
  uint32_t Intern(std::string_view name);
  // The id of `name` if it was interned before.
  std::optional<uint32_t> Find(std::string_view name) const;
  // The name of `id`, which must come from this interner. The view lives as long as the interner.
  std::string_view Name(uint32_t id) const { return names_[id]; }
  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }

 private:
  std::deque<std::string> names_;
  absl::flat_hash_map<std::string, uint32_t> ids_;
};

}  // namespace bayplan

#endif  // BAYPLAN_BASE_INTERNER_H_
