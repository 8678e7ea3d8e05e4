// What a configuration handle holds, for the functions that take one.

#ifndef BAYPLAN_CAPI_SRC_CONFIG_H_
#define BAYPLAN_CAPI_SRC_CONFIG_H_

#include <string>
#include <vector>

#include "bayplan/bayplan.h"
#include "bayplan/config/finding.h"
#include "bayplan/config/reader.h"
#include "columns.h"

namespace bayplan::capi {

class FindingBuffer {
 public:
  explicit FindingBuffer(const std::vector<Finding>& findings);
  bayplan_finding_columns view() const;

 private:
  std::vector<uint8_t> kind_;
  StrBuffer message_;
};

}  // namespace bayplan::capi

struct bayplan_config {
  bayplan::ReadResult result;
  std::vector<std::string> calculators;  // the host's, by which the text was checked
  bayplan::capi::FindingBuffer findings;
  bayplan::capi::StrBuffer ignored_keys;
};

#endif  // BAYPLAN_CAPI_SRC_CONFIG_H_
