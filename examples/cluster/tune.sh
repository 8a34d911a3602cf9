#!/bin/sh
# A search for settings in parts with GNU parallel: which points come next depends on those before, so it is played in rounds. Every round is
# the same command, with what is known from the rounds before. Run it again after a failure: what is there already is not played again.
#   PARTS=8 sh tune.sh my_rules.toml --vary victory.goal=150000..400000 --games 1000000
# Elsewhere it is the same loop around whatever plays the parts, such as `sbatch --wait --array=1-8 …`.
set -eu
: "${PARTS:=8}" "${FOLDER:=parts}" "${TRIANGULUM:=triangulum}" "${JOBS:=100%}"
mkdir -p "$FOLDER"
export RAYON_NUM_THREADS=1
code=3
until [ "$code" -ne 3 ]; do
    seq "$PARTS" | parallel --jobs "$JOBS" --halt soon,fail=1 \
        "test -s $FOLDER/part{}.json || $TRIANGULUM lab tune --known $FOLDER/known.json --shard {}/$PARTS --out $FOLDER/part{}.json $*" >/dev/null
    code=0
    "$TRIANGULUM" lab merge --known "$FOLDER/known.json" "$FOLDER"/part*.json --json >"$FOLDER/whole.json" || code=$?
    # Of a round that is known nothing else is needed.
    [ "$code" -ne 3 ] || rm "$FOLDER"/part*.json
done
exit "$code"
