# Guards one temporary PostgreSQL, so that nothing of it outlives the process that started it, even after a kill -9:
# that process has the other end of stdin, which the kernel closes when the process dies. Each line on stdin is the pid
# to stop at the end, or empty when the server has exited by itself.
folder=$1
pid=
while read -r line; do pid=$line; done

tries=0
while [ -n "$pid" ] && kill -QUIT "$pid" 2>/dev/null && [ "$tries" -lt 50 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
[ "$tries" -lt 50 ] || kill -KILL "$pid" 2>/dev/null

# Dying children may still write for a moment.
tries=0
until rm -rf -- "$folder" 2>/dev/null || [ "$tries" -ge 20 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
