#!/bin/sh
# A batch in parts as a Slurm array, and a merge that waits for all of them. The number of parts is said, never taken from the array, so that
# any of its tasks can be submitted again alone: ARRAY=3,17 sh slurm.sh …
#   PARTS=64 GAMES=1000000 sh slurm.sh --variant short --seed 7
#   PARTS=64 GAMES=1000000 QUESTION="lab check my_rules.toml" sh slurm.sh
set -eu
: "${QUESTION:=lab run}" "${PARTS:=64}" "${GAMES:=1000000}" "${FOLDER:=$PWD/parts}" "${TRIANGULUM:=triangulum}"
: "${ARRAY:=1-$PARTS}"
mkdir -p "$FOLDER"
array=$(sbatch --parsable --array="$ARRAY" --cpus-per-task=1 --output="$FOLDER/part%a.log" --wrap \
    "RAYON_NUM_THREADS=1 $TRIANGULUM $QUESTION --games $GAMES --shard \$SLURM_ARRAY_TASK_ID/$PARTS --out $FOLDER/part\$SLURM_ARRAY_TASK_ID.json $*")
sbatch --parsable --dependency="afterok:$array" --output="$FOLDER/merge.log" --wrap \
    "$TRIANGULUM lab merge $FOLDER/part*.json --json > $FOLDER/whole.json"
