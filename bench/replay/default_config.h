// The configuration of a replay that is given none.

#ifndef BAYPLAN_BENCH_REPLAY_DEFAULT_CONFIG_H_
#define BAYPLAN_BENCH_REPLAY_DEFAULT_CONFIG_H_

#include <string_view>

namespace bayplan::replay {

inline constexpr std::string_view kDefaultConfigEdn = R"edn(
{:pools {:schedulers [{:pool-regex "^k8s-exp$"
                       :scheduler-config {:scheduler "kubernetes" :max-jobs-considered 1000}}
                      {:pool-regex ".*"
                       :scheduler-config {:scheduler "fenzo" :good-enough-fitness 1.0
                                          :fenzo-fitness-calculator "com.netflix.fenzo.plugins.BinPackingFitnessCalculators/cpuMemBinPacker"
                                          :fenzo-max-jobs-considered 400 :fenzo-scaleback 1
                                          :fenzo-floor-iterations-before-warn 10
                                          :fenzo-floor-iterations-before-reset 1000}}]}}
)edn";

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_DEFAULT_CONFIG_H_
