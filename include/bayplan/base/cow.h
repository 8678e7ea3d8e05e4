// Copy-on-write values, so that forking a large state costs pointers and not content.
//
//   Cow<std::vector<int>> a;
//   a.Mutable().push_back(1);
//   Cow<std::vector<int>> b = a;      // shares
//   b.Mutable().push_back(2);         // b copies first; a is untouched
//
// Copies may be read from different threads only while none of them is written: the owner count
// decides whether a write copies.

#ifndef BAYPLAN_BASE_COW_H_
#define BAYPLAN_BASE_COW_H_

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace bayplan {

template <typename T>
class Cow {
 public:
  Cow() : value_(std::make_shared<T>()) {}

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  // For writing. Copies the value first if somebody else shares it.
  T& Mutable() {
    if (value_.use_count() > 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

 private:
  std::shared_ptr<T> value_;
};

// A growing array in blocks of 64 elements; a copy shares all blocks and a write copies one.
template <typename T>
class CowBlocks {
 public:
  static constexpr size_t kBlockSize = 64;

  size_t size() const { return size_; }
  // `index` must be below size().
  const T& operator[](size_t index) const {
    return (*blocks_[index / kBlockSize])[index % kBlockSize];
  }
  T& Mutable(size_t index) { return blocks_[index / kBlockSize].Mutable()[index % kBlockSize]; }
  // Appends a default value and returns its index.
  size_t Grow() {
    if (size_ % kBlockSize == 0) blocks_.emplace_back();
    return size_++;
  }

 private:
  std::vector<Cow<std::array<T, kBlockSize>>> blocks_;
  size_t size_ = 0;
};

}  // namespace bayplan

#endif  // BAYPLAN_BASE_COW_H_
