import { defineConfig } from "vitest/config";
import { seed } from "./src/testing/seed.ts";

process.stdout.write(`Property tests draw from seed ${seed}; HOPWISE_SEED gives another.\n`);

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["src/**/*.test.ts", "e2e/bench/**/*.test.ts", "models/research/**/*.test.ts"],
          exclude: ["src/**/*.models.test.ts"],
          setupFiles: ["src/testing/property-tests.ts"],
          // Property tests run hundreds of cases; a busy machine takes its time over them.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "models",
          environment: "node",
          include: ["src/**/*.models.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "dom",
          environment: "happy-dom",
          include: ["src/**/*.test.tsx"],
          setupFiles: ["src/testing/component-tests.ts"],
          // Roles are slow to find in a whole page, and parts of it are loaded when opened.
          testTimeout: 150_000,
        },
      },
    ],
  },
});
