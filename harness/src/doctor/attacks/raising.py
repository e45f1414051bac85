# Higher limits than those given, for itself or for others.
import resource, sys
for name in ["RLIMIT_CPU", "RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_CORE"]:
    limit = getattr(resource, name)
    hard = resource.getrlimit(limit)[1]
    try:
        if hard != resource.RLIM_INFINITY:
            resource.setrlimit(limit, (hard + 1, hard + 1))
            print("raised", name)
    except (ValueError, OSError):
        pass
try:
    resource.prlimit(int(sys.argv[3]), resource.RLIMIT_NOFILE, (3, 3))
    print("lowered a limit of the harness")
except OSError:
    pass
print("contained")
