# shellcheck shell=bash
# Functions of start.sh, stop.sh and restore.sh. FOLDER/pids has the ID of each process.

# PostgreSQL refuses to run as root. Then all processes run as the user postgres.
as_user=()
PATH=$PATH:/usr/sbin:/sbin
if [ "$(id -u)" = 0 ]; then as_user=(setpriv --reuid=postgres --regid=postgres --init-groups); fi

# A process is identified by its ID and start time, because the system uses an ID again.
started_at() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

is_running() {
  local pid time
  [ -f "$FOLDER/pids/$1" ] || return 1
  read -r pid time <"$FOLDER/pids/$1"
  [ -n "$time" ] && [ "$(started_at "$pid")" = "$time" ]
}

# launch NAME [VARIABLE=value …] COMMAND …
launch() {
  local name=$1
  shift
  if is_running "$name"; then
    echo "$name is running already."
    return
  fi
  setsid "${as_user[@]}" env -i "PATH=$PATH" "HOME=$FOLDER" LANG=C.UTF-8 "$@" >>"$FOLDER/log/$name.log" 2>&1 </dev/null &
  echo "$! $(started_at $!)" >"$FOLDER/pids/$name"
  echo "Started $name with process ID $!."
}

# end NAME [SECONDS]: asks the process to stop, and kills it if it has not stopped after that time.
end() {
  local name=$1 seconds=${2:-20} pid
  if is_running "$name"; then
    read -r pid _ <"$FOLDER/pids/$name"
    kill -TERM "$pid" 2>/dev/null || true
    for ((i = 0; i < seconds * 10; i++)); do
      is_running "$name" || break
      sleep 0.1
    done
    if is_running "$name"; then
      kill -KILL "$pid" 2>/dev/null || true
      echo "Killed $name with process ID $pid, because it did not stop."
    else
      echo "Stopped $name with process ID $pid."
    fi
  fi
  rm -f "$FOLDER/pids/$name"
}

# wait_for WHAT COMMAND …: tries the command until it succeeds, for two minutes at most.
wait_for() {
  local what=$1
  shift
  for ((i = 0; i < 240; i++)); do
    if "$@" >/dev/null 2>&1; then
      echo "Ready: $what."
      return
    fi
    if [ -f "$FOLDER/pids/$what" ] && ! is_running "$what"; then
      echo "$what has ended: $(tail -n 1 "$FOLDER/log/$what.log")" >&2
      exit 1
    fi
    sleep 0.5
  done
  echo "Not ready after two minutes: $what. The logs are in $FOLDER/log." >&2
  exit 1
}
