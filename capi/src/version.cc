// The numbers by which a program and the library find out whether they suit each other.

#include "bayplan/bayplan.h"

namespace {

constexpr uint32_t kAbiMinSupported = 1;
static_assert(kAbiMinSupported <= BAYPLAN_ABI_VERSION);

}  // namespace

uint32_t bayplan_abi_version(void) { return BAYPLAN_ABI_VERSION; }
uint32_t bayplan_abi_min_supported(void) { return kAbiMinSupported; }
const char* bayplan_version_string(void) { return BAYPLAN_VERSION_STRING; }
