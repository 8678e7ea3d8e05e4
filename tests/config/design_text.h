// The configuration that the design promises to load, word for word.

#ifndef BAYPLAN_TESTS_CONFIG_DESIGN_TEXT_H_
#define BAYPLAN_TESTS_CONFIG_DESIGN_TEXT_H_

#include <string_view>

namespace bayplan {

inline constexpr std::string_view kDesignText =
    R"({:pools {:schedulers [{:pool-regex "^k8s-exp$"
                       :scheduler-config {:scheduler "kubernetes" :max-jobs-considered 1000}}
                      {:pool-regex ".*"
                       :scheduler-config {:scheduler "fenzo" :good-enough-fitness 1.0
                                          :fenzo-fitness-calculator "com.netflix.fenzo.plugins.BinPackingFitnessCalculators/cpuMemBinPacker"
                                          :fenzo-max-jobs-considered 400 :fenzo-scaleback 1
                                          :fenzo-floor-iterations-before-warn 10
                                          :fenzo-floor-iterations-before-reset 1000}}]}}
)";

inline constexpr std::string_view kDesignJson = R"({
  "pools": {
    "schedulers": [
      {"pool-regex": "^k8s-exp$",
       "scheduler-config": {"scheduler": "kubernetes", "max-jobs-considered": 1000}},
      {"pool_regex": ".*",
       "scheduler_config": {
         "scheduler": "fenzo",
         "good_enough_fitness": 1.0,
         "fenzo-fitness-calculator": "cpuMemBinPacker",
         "fenzo-max-jobs-considered": 400,
         "fenzo-scaleback": 1,
         "fenzo-floor-iterations-before-warn": 10,
         "fenzo-floor-iterations-before-reset": 1000}}
    ]
  }
})";

inline constexpr std::string_view kDesignTextProto = R"(
pools {
  schedulers {
    pool_regex: "^k8s-exp$"
    scheduler_config { kubernetes { max_jobs_considered: 1000 } }
  }
  schedulers {
    pool_regex: ".*"
    scheduler_config {
      fenzo {
        good_enough_fitness: 1
        fitness_calculator: "com.netflix.fenzo.plugins.BinPackingFitnessCalculators/cpuMemBinPacker"
        max_jobs_considered: 400
        scaleback: 1
        floor_iterations_before_warn: 10
        floor_iterations_before_reset: 1000
      }
    }
  }
}
)";

}  // namespace bayplan

#endif  // BAYPLAN_TESTS_CONFIG_DESIGN_TEXT_H_
