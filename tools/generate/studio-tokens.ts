import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { DESIGN_TOKENS } from '../../libs/identity/src/pages/design-tokens.ts'

/** The studio imports no library of the server, so `npm run generate` writes its colours and sizes into a file of its own. */
export const FILE = resolve(import.meta.dirname, '../../apps/studio/src/theme/tokens.css')

const NOTE = '/* Written by `npm run generate` from libs/identity/src/pages/design-tokens.ts. */\n'

export const renderStudioTokens = async (): Promise<string> =>
  format(NOTE + DESIGN_TOKENS, { ...(await resolveConfig(FILE)), parser: 'css' })

if (import.meta.main) writeFileSync(FILE, await renderStudioTokens())
