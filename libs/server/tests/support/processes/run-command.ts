import { vi } from 'vitest'
import { runCommand } from '../../../src/cli/commands.ts'
import { createComposition, type ServiceOptions } from '../../../src/composition/composition.ts'
import { describeFailure } from '../../../src/start/describe-failure.ts'
import type { Ended } from './processes.ts'

/** BASE_URL of Vite is not a setting of the service. */
const NO_BASE_URL = { BASE_URL: '' }

const capture = (stream: NodeJS.WriteStream): { text: string; restore(): void } => {
  const captured = { text: '', restore: () => spy.mockRestore() }
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    captured.text += String(chunk)
    return true
  })
  return captured
}

/**
 * Runs a command of `content-service` in this process, with these settings. A separate process takes a second, so that
 * only tests of signals and of the program itself start one.
 */
export const runCommandHere = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  options: ServiceOptions = {},
): Promise<Ended> => {
  const environment = { ...NO_BASE_URL, LOG_LEVEL: 'warn', ...settings }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const [output, errors] = [capture(process.stdout), capture(process.stderr)]
  try {
    const code = await runCommand(args, createComposition(options))
    return { code, output: output.text, errors: errors.text }
  } catch (error) {
    return { code: 2, output: output.text, errors: `${errors.text}${describeFailure(error)}\n` }
  } finally {
    output.restore()
    errors.restore()
    vi.unstubAllEnvs()
  }
}
