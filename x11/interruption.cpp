#include "x11/interruption.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace eyehand::x11 {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

std::atomic<int> first_signal{0};
std::atomic<long> first_at_ms{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "a signal handler may touch nothing else");

std::array<struct sigaction, kSignals.size()> former;

long now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

void on_signal(int number) {
  int none_yet = 0;
  if (first_signal.compare_exchange_strong(none_yet, number)) {
    first_at_ms = now_ms();
  } else if (now_ms() - first_at_ms >= 1000) {
    // Code that holds a button checks the flag every few milliseconds, so nothing is held by now.
    _exit(128 + number);
  }
}

}  // namespace

InterruptionWatch::InterruptionWatch() {
  first_signal = 0;
  struct sigaction ours {};
  ours.sa_handler = on_signal;  // without SA_RESTART: waits must end
  sigemptyset(&ours.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &ours, &former[i]);
    if (kSignals[i] == SIGHUP && former[i].sa_handler == SIG_IGN)
      sigaction(SIGHUP, &former[i], nullptr);
  }
}

InterruptionWatch::~InterruptionWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &former[i], nullptr);
  first_signal = 0;
}

int interruption() {
  return first_signal.load(std::memory_order_relaxed);
}

}  // namespace eyehand::x11
