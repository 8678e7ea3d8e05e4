#include "amount_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace bayplan::replay {
namespace {

// Base units per displayed unit.
int64_t PerUnit(Dimension dimension) {
  switch (dimension) {
    case Dimension::kMemoryBytes:
    case Dimension::kDiskBytes:
      return int64_t{1} << 30;
    case Dimension::kMilliCpu:
    case Dimension::kMilliGpu:
      return 1'000;
    default:
      return 1;
  }
}

// `tenths` / 10 with a decimal only where it is worth reading.
std::string TenthsText(int64_t tenths) {
  if (tenths >= 1'000 || tenths % 10 == 0) return CountText((tenths + 5) / 10);
  return fmt::format("{}.{}", tenths / 10, tenths % 10);
}

}  // namespace

std::string CountText(int64_t count) {
  std::string digits = fmt::format("{}", count);
  const int64_t first = count < 0 ? 1 : 0;
  for (int64_t i = static_cast<int64_t>(digits.size()) - 3; i > first; i -= 3) {
    digits.insert(static_cast<size_t>(i), 1, ',');
  }
  return digits;
}

std::string DurationText(Duration duration) {
  const int64_t ms = duration.ms;
  if (ms < 0) return fmt::format("-{}", DurationText({-ms}));
  if (ms == 0) return "0s";
  if (ms < 1'000) return fmt::format("{}ms", ms);
  const int64_t seconds = ms / 1'000;
  if (seconds < 60) {
    const int64_t tenths = ms % 1'000 / 100;
    return tenths == 0 ? fmt::format("{}s", seconds) : fmt::format("{}.{}s", seconds, tenths);
  }
  const int64_t minutes = seconds / 60;
  if (minutes < 60) return fmt::format("{}m{:02}s", minutes, seconds % 60);
  const int64_t hours = minutes / 60;
  if (hours < 24) return fmt::format("{}h{:02}m", hours, minutes % 60);
  return fmt::format("{}d{:02}h", hours / 24, hours % 24);
}

std::string NanosecondsText(int64_t ns) {
  if (ns < 10'000) return fmt::format("{:.1f} us", static_cast<double>(ns) / 1e3);
  if (ns < 1'000'000) return fmt::format("{} us", ns / 1'000);
  if (ns < 10'000'000) return fmt::format("{:.1f} ms", static_cast<double>(ns) / 1e6);
  if (ns < 1'000'000'000) return fmt::format("{} ms", ns / 1'000'000);
  return fmt::format("{:.1f} s", static_cast<double>(ns) / 1e9);
}

std::string AmountText(Dimension dimension, int64_t amount) {
  return TenthsText(amount / PerUnit(dimension) * 10 +
                    amount % PerUnit(dimension) * 10 / PerUnit(dimension));
}

std::string_view UnitName(Dimension dimension) {
  switch (dimension) {
    case Dimension::kMilliCpu:
      return "cores";
    case Dimension::kMemoryBytes:
    case Dimension::kDiskBytes:
      return "GiB";
    case Dimension::kMilliGpu:
      return "GPUs";
    default:
      return "";
  }
}

std::string WorkText(Dimension dimension, absl::int128 amount_ms) {
  return TenthsText(static_cast<int64_t>(amount_ms * 10 / PerUnit(dimension) / int64_t{3'600'000}));
}

std::string Sparkline(absl::Span<const int64_t> values, int64_t top) {
  constexpr std::string_view kBlocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string line;
  for (int64_t value : values) {
    if (value < 0) {
      line += "·";
      continue;
    }
    const absl::int128 scaled = top > 0 ? absl::int128(value) * 8 / top : absl::int128(0);
    line += kBlocks[static_cast<size_t>(std::clamp<int64_t>(static_cast<int64_t>(scaled), 0, 7))];
  }
  return line;
}

size_t Width(std::string_view text) {
  // Every character used here is one column wide: count the bytes that begin one.
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace bayplan::replay
