import { work } from '../worker/work.ts'
import type { Command } from './command.ts'

export const command: Command = {
  help: null,
  run: async (args, composition) => {
    await work(args, composition)
    return 0
  },
}
