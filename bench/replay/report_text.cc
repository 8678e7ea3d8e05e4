#include "report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "amount_text.h"

namespace bayplan::replay {
namespace {

constexpr size_t kPoolsPerTable = 3;
constexpr size_t kReasons = 5;

// Rows of text cells, printed with aligned columns.
class Table {
 public:
  void Row(std::string label, std::vector<std::string> cells) {
    rows_.push_back({std::move(label), std::move(cells)});
  }
  void Blank() { rows_.push_back({}); }

  void Print(std::string* out) const {
    std::vector<size_t> widths;
    for (const Line& row : rows_) {
      widths.resize(std::max(widths.size(), row.cells.size() + 1));
      widths[0] = std::max(widths[0], Width(row.label));
      for (size_t i = 0; i < row.cells.size(); ++i) {
        widths[i + 1] = std::max(widths[i + 1], Width(row.cells[i]));
      }
    }
    for (const Line& row : rows_) {
      std::string line = "  " + row.label;
      for (size_t i = 0, column = 2; i < row.cells.size(); ++i) {
        column += widths[i] + 3;
        line.append(column - std::min(column, Width(line)), ' ');
        line += row.cells[i];
      }
      line.erase(line.find_last_not_of(' ') + 1);
      *out += line + '\n';
    }
  }

 private:
  struct Line {
    std::string label;
    std::vector<std::string> cells;
  };
  std::vector<Line> rows_;
};

// "97 %", with a decimal below ten; rounded down, so that 100 % means all.
std::string PercentText(int64_t part, int64_t whole) {
  if (whole == 0) return "0 %";
  const auto permille = static_cast<int64_t>(absl::int128(part) * 1'000 / whole);
  if (permille >= 100 || permille % 10 == 0) return fmt::format("{} %", permille / 10);
  return fmt::format("{}.{} %", permille / 10, permille % 10);
}

std::string ShareText(int64_t part, int64_t whole) {
  if (part == 0) return "0";
  return fmt::format("{} ({})", CountText(part), PercentText(part, whole));
}

std::string CountOf(int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", CountText(count), noun, count == 1 ? "" : "s");
}

using Pools = absl::Span<const PoolReport>;

std::vector<std::string> PerPool(Pools pools,
                                 const std::function<std::string(const PoolReport&)>& cell) {
  std::vector<std::string> cells;
  for (const PoolReport& pool : pools) cells.push_back(cell(pool));
  return cells;
}

std::string NodesText(const PoolReport& pool) {
  if (pool.most_nodes == pool.nodes_at_begin) return CountText(pool.nodes_at_begin);
  return fmt::format("{}, at most {}", CountText(pool.nodes_at_begin), CountText(pool.most_nodes));
}

std::string PlacedText(const PoolReport& pool) {
  std::string text = ShareText(pool.placed, pool.jobs);
  if (pool.running_at_end > 0) text += fmt::format(", {} run still", pool.running_at_end);
  return text;
}

using Reasons = std::vector<std::pair<std::string, int64_t>>;

// The most frequent reasons, one per line.
void AddReasons(Pools pools, Reasons PoolReport::*reasons, Table* table) {
  size_t lines = 0;
  for (const PoolReport& pool : pools) lines = std::max(lines, (pool.*reasons).size());
  for (size_t i = 0; i < std::min(lines, kReasons); ++i) {
    table->Row("", PerPool(pools, [&](const PoolReport& pool) -> std::string {
                 const Reasons& rows = pool.*reasons;
                 if (i >= rows.size()) return "";
                 if (i + 1 == kReasons && rows.size() > kReasons) {
                   return fmt::format("  and {} reasons more", rows.size() - i);
                 }
                 return fmt::format("  {} {}", CountText(rows[i].second), rows[i].first);
               }));
  }
}

void AddJobs(Pools pools, Table* table) {
  table->Row("jobs", PerPool(pools, [](const PoolReport& p) { return CountText(p.jobs); }));
  table->Row("  placed", PerPool(pools, PlacedText));
  table->Row("  failed",
             PerPool(pools, [](const PoolReport& p) { return ShareText(p.failed, p.jobs); }));
  AddReasons(pools, &PoolReport::failed_reasons, table);
  table->Row("  left",
             PerPool(pools, [](const PoolReport& p) { return ShareText(p.left, p.jobs); }));
  AddReasons(pools, &PoolReport::left_reasons, table);
}

void AddWaits(Pools pools, Table* table) {
  const std::pair<const char*, int64_t Percentiles::*> rows[] = {{"wait   p50", &Percentiles::p50},
                                                                 {"       p95", &Percentiles::p95},
                                                                 {"       p99", &Percentiles::p99}};
  for (const auto& [label, percentile] : rows) {
    table->Row(label, PerPool(pools, [percentile = percentile](const PoolReport& pool) {
                 return pool.wait_ms ? DurationText({(*pool.wait_ms).*percentile})
                                     : std::string("-");
               }));
  }
}

bool IsUsed(const Report& report, size_t dimension) {
  return std::any_of(report.pools.begin(), report.pools.end(), [&](const PoolReport& pool) {
    return pool.use[dimension].mean_capacity > 0 || pool.use[dimension].peak_used > 0;
  });
}

// Mean, peak and course of one dimension.
void AddUse(Pools pools, size_t index, Table* table) {
  const Dimension d = kReportedDimensions[index];
  table->Blank();
  table->Row(fmt::format("{:<6} mean", DimensionName(d)), PerPool(pools, [&](const PoolReport& p) {
               const DimensionUse& use = p.use[index];
               return fmt::format("{} of {} {} ({})", AmountText(d, use.mean_used),
                                  AmountText(d, use.mean_capacity), UnitName(d),
                                  PercentText(use.mean_used, use.mean_capacity));
             }));
  table->Row("       peak", PerPool(pools, [&](const PoolReport& p) {
               return fmt::format("{} {}", AmountText(d, p.use[index].peak_used), UnitName(d));
             }));
  table->Row("       over time", PerPool(pools, [&](const PoolReport& p) {
               // Of its own highest part: how full the pool is stands above.
               const std::vector<int64_t>& used = p.use[index].used;
               return Sparkline(used,
                                used.empty() ? 0 : *std::max_element(used.begin(), used.end()));
             }));
}

void AddOvercount(Pools pools, Table* table) {
  table->Row("run time from submission less run time from start", {});
  const auto cell = [](int64_t Overcount::*value) {
    return [value](const PoolReport& pool) {
      return pool.overcount ? DurationText({(*pool.overcount).*value}) : std::string("-");
    };
  };
  table->Row("       mean", PerPool(pools, cell(&Overcount::mean_ms)));
  table->Row("       worst", PerPool(pools, cell(&Overcount::worst_ms)));
}

void AddCycles(Pools pools, absl::Span<const CycleTime> times, Table* table) {
  table->Row("cycles", PerPool(pools, [](const PoolReport& p) { return CountText(p.cycles); }));
  if (times.empty()) return;
  std::vector<std::string> cells;
  for (const CycleTime& time : times) {
    cells.push_back(fmt::format("mean {}, p99 {}, worst {}", NanosecondsText(time.mean),
                                NanosecondsText(time.p99), NanosecondsText(time.worst)));
  }
  table->Row("  time each", std::move(cells));
}

std::string PoolTable(const Report& report, Pools pools, absl::Span<const CycleTime> times) {
  Table table;
  table.Row("pool", PerPool(pools, [](const PoolReport& p) { return p.pool; }));
  table.Row("scheduler", PerPool(pools, [](const PoolReport& p) { return p.scheduler; }));
  table.Row("nodes", PerPool(pools, NodesText));
  table.Blank();
  AddJobs(pools, &table);
  table.Blank();
  AddWaits(pools, &table);
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    if (IsUsed(report, i)) AddUse(pools, i, &table);
  }
  table.Blank();
  AddOvercount(pools, &table);
  table.Blank();
  AddCycles(pools, times, &table);
  std::string text;
  table.Print(&text);
  return text;
}

std::string_view WorkUnit(Dimension dimension) {
  switch (dimension) {
    case Dimension::kMilliCpu:
      return "core";
    case Dimension::kMilliGpu:
      return "GPU";
    default:
      return UnitName(dimension);
  }
}

std::string Heading(const Report& report, const RunSummary& summary, const WallTimes* wall) {
  std::string text = fmt::format("{} on {}\n", summary.jobs, summary.nodes);
  text += fmt::format("{}, {}, {} simulated", CountOf(report.all.jobs, "job"),
                      CountOf(report.all.nodes_at_begin, "node"),
                      DurationText(report.end - report.begin));
  if (wall != nullptr) text += fmt::format(" in {}", NanosecondsText(wall->replay_ns));
  text += '\n';
  if (summary.bad_rows > 0) {
    text += fmt::format("{} skipped, the first: {}\n", CountOf(summary.bad_rows, "bad row"),
                        summary.first_bad_row);
  }
  if (summary.not_runnable > 0) {
    text += fmt::format("{} without a job that could run, the first: {}\n",
                        CountOf(summary.not_runnable, "row"), summary.first_not_runnable);
  }
  return text;
}

}  // namespace

std::string WorkLine(const Report& report) {
  const WorkAccount& work = report.all.work;
  std::string text;
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    const Dimension d = kReportedDimensions[i];
    if (i > 0 && work.total[i] == 0) continue;
    text += fmt::format("{} {} {}-hours in the trace = {} done + {} not run",
                        i == 0 ? "work:" : "     ", WorkText(d, work.total[i]), WorkUnit(d),
                        WorkText(d, work.done[i]), WorkText(d, work.not_run[i]));
    if (work.unfinished[i] > 0) {
      text += fmt::format(" + {} unfinished", WorkText(d, work.unfinished[i]));
    }
    text += '\n';
  }
  return text;
}

std::string ReportText(const Report& report, const RunSummary& summary, const WallTimes* wall) {
  std::string text = Heading(report, summary, wall);
  const Pools all(report.pools);
  for (size_t i = 0; i < all.size(); i += kPoolsPerTable) {
    absl::Span<const CycleTime> times;
    if (wall != nullptr) times = absl::MakeConstSpan(wall->cycles).subspan(i, kPoolsPerTable);
    text += '\n' + PoolTable(report, all.subspan(i, kPoolsPerTable), times);
  }
  text += fmt::format("\njobs: {} read = {} placed + {} failed + {} left\n",
                      CountText(report.all.jobs), CountText(report.all.placed),
                      CountText(report.all.failed), CountText(report.all.left));
  return text + WorkLine(report);
}

}  // namespace bayplan::replay
