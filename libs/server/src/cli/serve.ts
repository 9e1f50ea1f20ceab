import type { Command } from './command.ts'

export const command: Command = {
  help: null,
  run: async () => {
    await import('../serve.ts')
    return 0
  },
}
