#include "tests/play/slurm.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "process/find_program.hpp"
#include "tests/support/contents.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A TCP port of the loopback interface that was free a moment ago.
int free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool is_bound = bind(fd, any, size) == 0 && getsockname(fd, any, &size) == 0;
  close(fd);
  if (!is_bound) throw std::runtime_error("no port is free");
  return ntohs(address.sin_port);
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  const std::string whole = name.data();
  return whole.substr(0, whole.find('.'));
}

/// Daemons are not on the PATH of every user.
std::string daemon(const std::string& name) {
  const auto found = find_program(name);
  return found ? found->string() : "/usr/sbin/" + name;
}

}  // namespace

std::optional<std::string> SlurmCluster::missing_program() {
  for (const std::string name : {"munged", "slurmctld", "slurmd"})
    if (!fs::exists(daemon(name))) return name;
  if (!find_program("sbatch")) return "sbatch";
  return std::nullopt;
}

SlurmCluster::SlurmCluster() {
  const std::string user = std::to_string(getuid()), host = host_name();
  const std::string folder = folder_.path(), socket = file("munge.socket");
  // The time after which a job that is requeued may start again is that of a credential.
  std::ofstream(file("slurm.conf"))
      << "ClusterName=eyehand\nSlurmctldHost=" << host << "(127.0.0.1)\nSlurmUser=" << user
      << "\nSlurmdUser=" << user << "\nSlurmctldPort=" << free_port()
      << "\nSlurmdPort=" << free_port() << "\nAuthType=auth/munge\nAuthInfo=socket=" << socket
      << ",cred_expire=5\nCommunicationParameters=NoInAddrAny,NoCtldInAddrAny\nStateSaveLocation="
      << folder << "/state\nSlurmdSpoolDir=" << folder << "/spool\nSlurmctldPidFile=" << folder
      << "/slurmctld.pid\nSlurmdPidFile=" << folder
      << "/slurmd.pid\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
         "JobAcctGatherType=jobacct_gather/none\nMpiDefault=none\nReturnToService=2\n"
         "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nNodeName="
      << host << " NodeAddr=127.0.0.1 CPUs=2\nPartitionName=main Nodes=ALL Default=YES State=UP\n";
  for (const char* name : {"state", "spool"}) fs::create_directory(file(name));
  std::ofstream(file("munge.key")) << std::string(128, 'k');
  fs::permissions(file("munge.key"), fs::perms::owner_read | fs::perms::owner_write);

  // --force: the folder is ours alone, which it considers too strict.
  munged_ = start({daemon("munged"), "--foreground", "--force", "--num-threads=1",
                   "--socket=" + socket, "--key-file=" + file("munge.key").string(),
                   "--pid-file=" + file("munged.pid").string(),
                   "--seed-file=" + file("munged.seed").string()});
  const auto limit = Deadline::after(30s);
  const auto wait_for = [&](const std::function<bool()>& holds) {
    for (; !holds(); usleep(50'000))
      if (limit.passed()) throw std::runtime_error("Slurm does not start:\n" + log());
  };
  wait_for([&] { return fs::exists(socket); });
  controller_ = start({daemon("slurmctld"), "-D"});
  node_ = start({daemon("slurmd"), "-D"});
  wait_for([&] {
    Process sinfo({"sinfo", "--noheader", "--format=%T"}, environment());
    return sinfo.wait(10s) == 0 && sinfo.output() == "idle\n";
  });
}

std::unique_ptr<Process> SlurmCluster::start(const std::vector<std::string>& command) const {
  return std::make_unique<Process>(Process::Options{
      .command = command, .environment = environment(), .log = file("daemons.log")});
}

Environment SlurmCluster::environment() const {
  return {{"SLURM_CONF", file("slurm.conf").string()}};
}

std::string SlurmCluster::log() const {
  return contents(file("daemons.log"));
}

}  // namespace eyehand::test
