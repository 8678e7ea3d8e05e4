// One forbidden call of each kind. Never linked: it only proves that the check sees them.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

namespace core_purity {

long Clock() { return std::chrono::system_clock::now().time_since_epoch().count(); }
void Thread() {
  std::thread([] {}).detach();
}
void Sleep() { sleep(1); }
std::string File(const char* path) {
  std::ifstream file(path);
  std::string text;
  file >> text;
  return text;
}
int Socket() { return socket(AF_INET, SOCK_STREAM, 0); }
const char* Environment() { return std::getenv("HOME"); }
unsigned Randomness() { return std::random_device()(); }
void Output() { std::puts("hello"); }
int Process() { return std::system("true"); }

}  // namespace core_purity
