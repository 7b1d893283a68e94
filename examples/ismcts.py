#!/usr/bin/env python3
"""OpenSpiel's search, ISMCTS, against one of our bots. It needs the extra: pip install 'tessella-games[research]'.

python3 examples/ismcts.py --game florentine --bot steady --simulations 50 --games 4
"""

import argparse
import sys

from tessella.research.extra import needed

try:
    with needed():
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts

        from tessella.research.open_spiel import TableGame, TessellaBot
except ImportError as error:
    sys.exit(str(error))


def play(game: TableGame, seat: int, bot: str, simulations: int, seed: int) -> float:
    """Play one game with the search in this seat; its return, from -1 to 1."""
    luck = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bots = [TessellaBot(game, 0, bot, seed), TessellaBot(game, 1, bot, seed)]
    bots[seat] = ismcts.ISMCTSBot(game, evaluator, 1.0, simulations, random_state=luck)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return float(state.returns()[seat])


def main() -> None:
    """Play some games, with alternating seats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=("chromino", "florentine"), default="chromino")
    parser.add_argument("--bot", default="steady", help="the opponent (default: steady)")
    parser.add_argument("--simulations", type=int, default=20, help="for each choice (default: 20)")
    parser.add_argument("--games", type=int, default=2)
    args = parser.parse_args()
    game = pyspiel.load_game(f"tessella_{args.game}")
    total = 0.0
    for number in range(args.games):
        result = play(game, number % 2, args.bot, args.simulations, number)
        total += result
        print(f"game {number + 1}: ISMCTS in seat {number % 2 + 1}, return {result:+.0f}")
    print(f"ISMCTS with {args.simulations} simulations against {args.bot}: {total / args.games:+.2f} per game")


if __name__ == "__main__":
    main()
