import { serve } from '../serve.ts'
import type { Command } from './command.ts'

export const command: Command = {
  help: null,
  run: async (args, composition) => {
    await serve(args, composition)
    return 0
  },
}
