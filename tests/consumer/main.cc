// A program of somebody else's: it must compile and link with nothing but what Bayplan offers to
// consumers. Touches inline code, library code and errors made with the libraries below.

#include <cstdio>

#include "bayplan/base/interner.h"
#include "bayplan/base/quantity.h"
#include "bayplan/base/resources.h"

int main() {
  using bayplan::Dimension;
  bayplan::Interner nodes;
  const uint32_t node = nodes.Intern("node-1");

  const absl::StatusOr<bayplan::Quantity> memory = bayplan::Quantity::Parse("1.5Gi");
  if (!memory.ok() || memory->Value() != int64_t{1536} << 20) return 1;
  const auto ask = bayplan::Resources().Set(Dimension::kMemoryBytes, memory->Value());
  if (!bayplan::ValidateAmounts(ask, "job").ok()) return 2;
  if (bayplan::Quantity::Parse("much").ok() || nodes.Name(node) != "node-1") return 3;

  std::printf("%s asks for %s\n", std::string(nodes.Name(node)).c_str(),
              memory->ToString().c_str());
  return 0;
}
