import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server of a game under development; `grognard serve` uses this port unless told otherwise.
const server = process.env['GROGNARD_SERVER'] ?? 'http://127.0.0.1:8095';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: '../src/grognard/server/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // The files share one window: to open a new one for each took four fifths of the time.
  test: { environment: 'jsdom', isolate: false, include: ['src/**/*.test.ts'] },
}));
