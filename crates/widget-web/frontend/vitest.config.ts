import { defineConfig } from "vitest/config";

export default defineConfig({
  // Some tests read what the Rust crates say.
  server: { fs: { allow: ["../.."] } },
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    restoreMocks: true,
    // A busy machine makes a test slow, not wrong.
    testTimeout: 60_000,
  },
});
