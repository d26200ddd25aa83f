// Iterations in a second of processor time of boardgame.io's MCTSBot: node boardgame_io.cjs FOLDER SECONDS
const { createRequire } = require("module");
const [folder, seconds] = process.argv.slice(2);
const load = createRequire(folder + "/");
const { MCTSBot } = load("boardgame.io/ai");
const { InitializeGame } = load("boardgame.io/internal");
const { INVALID_MOVE } = load("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const enumerate = (G) => G.cells.flatMap((cell, number) => (cell === null ? [{ move: "mark", args: [number] }] : []));

async function main() {
  const iterations = 200;
  const bot = new MCTSBot({ game, enumerate, iterations, seed: "1" });
  bot.setOpt("async", false);
  const state = InitializeGame({ game });
  await bot.play(state, "0");
  let made = 0;
  const started = process.cpuUsage();
  const spent = () => {
    const usage = process.cpuUsage(started);
    return (usage.user + usage.system) / 1e6;
  };
  while (spent() < Number(seconds)) {
    await bot.play(state, "0");
    made += iterations;
  }
  console.log(made / spent());
}

main();
