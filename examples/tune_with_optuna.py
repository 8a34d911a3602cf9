"""The same search as `triangulum lab tune`, by Optuna: 40 trials of 500 games. See docs/lab.md for what both find."""
import json, subprocess, sys
import optuna

PROGRAM, SEED = sys.argv[1], int(sys.argv[2])
BOUNDS = {"rounds": (29.5, 30.5), "cards": (18.6, 19.2), "blocked": (0.8, 1.6)}
optuna.logging.set_verbosity(optuna.logging.WARNING)


def means(settings, games, seed):
    options = [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
    words = [PROGRAM, "lab", "run", "--json", "--games", str(games), "--seed", str(seed), *options]
    told = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    return {metric["key"]: metric["mean"] for metric in told["metrics"] if metric["key"] in BOUNDS}


def missed(found):
    return sum(max(low - found[key], found[key] - high, 0) / (high - low) for key, (low, high) in BOUNDS.items())


def trial(trial):
    settings = {
        "victory.goal": trial.suggest_int("victory.goal", 150_000, 400_000, step=10_000),
        "ports.capacity.4": trial.suggest_int("ports.capacity.4", 2, 6),
        "home_bonus.value": trial.suggest_int("home_bonus.value", 10_000, 60_000, step=2_000),
    }
    return missed(means(settings, 500, SEED))


study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=SEED))
study.optimize(trial, n_trials=40)
fresh = means(study.best_params, 20_000, 99)
print(json.dumps({"settings": study.best_params, "fresh": fresh, "missed": missed(fresh)}))
