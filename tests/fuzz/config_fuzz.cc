// Any bytes are a configuration or an error, in each notation; what is read stays as it is.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bayplan/config/edn.h"
#include "bayplan/config/reader.h"
#include "bayplan/config/router.h"

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

void CheckForms(std::string_view text) {
  const auto forms = bayplan::ParseEdn(text, "fuzz");
  if (!forms.ok()) return;
  for (const bayplan::EdnValue& form : *forms) {
    const auto again = bayplan::ParseEdn(bayplan::PrintEdn(form), "printed");
    Check(again.ok() && again->size() == 1 && again->front() == form);
  }
}

void CheckConfig(std::string_view text, bayplan::ConfigFormat format) {
  bayplan::ReadOptions options;
  options.environment = {{"X", "1"}, {"POOL", "batch"}};
  options.registered_calculators = {"site/rackAware"};
  const auto result = bayplan::ReadConfig(text, format, options);
  if (!result.ok()) {
    Check(result.status().code() == absl::StatusCode::kInvalidArgument);
    return;
  }
  const auto router = bayplan::Router::Create(result->config, {}, options.registered_calculators);
  Check(router.ok());
  Check(router->config().SerializeAsString() == result->config.SerializeAsString());
  for (const std::string_view pool : {"", "batch", "k8s-exp"}) {
    Check(router->Route(pool).ok() == router->Explain(pool).match.has_value());
    Check(!router->Explain(pool).Text().empty());
  }
}

}  // namespace

// The first byte chooses the notation, so that one corpus serves all three.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'J':
      CheckConfig(text, bayplan::ConfigFormat::kJson);
      break;
    case 'T':
      CheckConfig(text, bayplan::ConfigFormat::kTextProto);
      break;
    default:
      CheckForms(text);
      CheckConfig(text, bayplan::ConfigFormat::kEdn);
  }
  return 0;
}
