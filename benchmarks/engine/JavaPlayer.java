// DavidNHill's Java player on boards of ours: benchmarks/engine/speed.py starts it, and says how to compile it.
// A line on standard input is a game: width, height, number of mines, x and y of the first click, and
// the mines as y*width+x. The answer is a line: 1 for a win or 0, and milliseconds of CPU time.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import minesweeper.gamestate.GameStateModel;
import minesweeper.gamestate.GameStateModelViewer;
import minesweeper.gamestate.MoveMethod;
import minesweeper.settings.GameSettings;
import minesweeper.solver.Solver;
import minesweeper.solver.settings.PlayStyle;
import minesweeper.solver.settings.SettingsFactory;
import minesweeper.solver.settings.SolverSettings;
import minesweeper.solver.utility.BinomialCache;
import minesweeper.structure.Action;
import minesweeper.structure.Location;

public class JavaPlayer {
  /** A game whose mines are known from the start. */
  static class GivenGame extends GameStateModelViewer {
    private final boolean[] mine;
    private final int cols, rows;

    GivenGame(int[] line) {
      super(GameSettings.create(line[0], line[1], line[2]), 1);
      cols = line[0];
      rows = line[1];
      mine = new boolean[cols * rows];
      for (int i = 5; i < line.length; i++) mine[line[i]] = true;
    }

    @Override
    protected int queryHandle(int x, int y) {
      if (mine[y * cols + x]) return GameStateModel.MINE;
      int count = 0;
      for (int r = Math.max(0, y - 1); r <= Math.min(rows - 1, y + 1); r++)
        for (int c = Math.max(0, x - 1); c <= Math.min(cols - 1, x + 1); c++)
          if (mine[r * cols + c]) count++;
      return count;
    }

    @Override
    protected boolean clearSquareHitMine(Location m) {
      int shown = queryHandle(m.x, m.y);
      if (shown == 0) explode(m);
      return shown == GameStateModel.MINE;
    }

    @Override
    protected boolean clearSurroundHandle(Location m) {
      throw new UnsupportedOperationException("this game is played without chords");
    }

    @Override
    public List<Action> identifyLocations(Collection<? extends Location> places) {
      List<Action> actions = new ArrayList<>();
      for (Location place : places) {
        int what = mine[place.y * cols + place.x] ? Action.FLAG : Action.CLEAR;
        actions.add(new Action(place, what, MoveMethod.CHEAT, "", BigDecimal.ONE));
      }
      return actions;
    }

    @Override
    protected void startHandle(Location m) {}

    @Override
    protected void placeFlagHandle(Location m) {}

    @Override
    public int privilegedQuery(Location m, boolean showMines) {
      return query(m);
    }

    @Override
    public String showGameKey() {
      return "given";
    }

    @Override
    public boolean supports3BV() {
      return false;
    }
  }

  static boolean won(int[] line, SolverSettings settings, BinomialCache binomials) throws Exception {
    GivenGame game = new GivenGame(line);
    game.doAction(new Action(line[3], line[4], Action.CLEAR));
    Solver solver = new Solver(game, settings, false);
    solver.setPlayStyle(PlayStyle.NO_FLAG);
    solver.setBinomialCache(binomials);
    while (game.getGameState() == GameStateModel.STARTED) {
      solver.start();
      Action[] moves = solver.getResult();
      if (moves.length == 0) throw new IllegalStateException("no move");
      for (Action move : moves) {
        game.doAction(move);
        if (game.getGameState() != GameStateModel.STARTED) break;
      }
    }
    return game.getGameState() == GameStateModel.WON;
  }

  public static void main(String[] words) throws Exception {
    SolverSettings settings = SettingsFactory.GetSettings(SettingsFactory.Setting.SMALL_ANALYSIS);
    BinomialCache binomials =
        new BinomialCache(5000, Solver.BINOMIAL_CACHE_LIMIT, Solver.binomialEngine);
    var clock = ManagementFactory.getThreadMXBean();
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      int[] numbers = Arrays.stream(line.trim().split(" ")).mapToInt(Integer::parseInt).toArray();
      long began = clock.getCurrentThreadCpuTime();
      boolean won = won(numbers, settings, binomials);
      double spent = (clock.getCurrentThreadCpuTime() - began) / 1e6;
      System.out.println("game " + (won ? 1 : 0) + " " + spent);
      System.out.flush();
    }
  }
}
