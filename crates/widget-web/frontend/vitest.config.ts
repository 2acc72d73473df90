import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    restoreMocks: true,
    // A busy machine makes a test slow, not wrong.
    testTimeout: 60_000,
  },
});
