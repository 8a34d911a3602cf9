#!/bin/sh
# A batch in parts with GNU parallel. What is there already is not played again: run it once more after a failure.
#   PARTS=8 GAMES=100000 sh parallel.sh --variant short --seed 7
#   PARTS=8 GAMES=100000 QUESTION="lab compare standard short" sh parallel.sh
set -eu
: "${QUESTION:=lab run}" "${PARTS:=8}" "${GAMES:=100000}" "${FOLDER:=parts}" "${TRIANGULUM:=triangulum}" "${JOBS:=100%}"
mkdir -p "$FOLDER"
export RAYON_NUM_THREADS=1
seq "$PARTS" | parallel --jobs "$JOBS" --halt soon,fail=1 --joblog "$FOLDER/log" \
    "test -s $FOLDER/part{}.json || $TRIANGULUM $QUESTION --games $GAMES --shard {}/$PARTS --out $FOLDER/part{}.json $*" >/dev/null
"$TRIANGULUM" lab merge "$FOLDER"/part*.json --json >"$FOLDER/whole.json"
