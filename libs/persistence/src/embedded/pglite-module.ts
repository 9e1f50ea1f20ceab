import { readFile } from 'node:fs/promises'

// The types of Node leave WebAssembly to those of browsers.
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(code: Uint8Array): Promise<object> }
}

let compiled: Promise<object> | undefined

const compile = async (): Promise<object> =>
  WebAssembly.compile(await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))

/** PostgreSQL in WebAssembly, once for all threads of this process: V8 needs 0.4 s of CPU time for a thread of its own. */
export const compilePglite = (): Promise<object> => (compiled ??= compile())
