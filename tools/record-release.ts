import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** With each release: what the next one may not break (C6.11). */

const root = resolve(import.meta.dirname, '..')
const CONTRACTS = [
  ['libs/graphql-schema/schema.graphql', 'libs/graphql-schema/schema.released.graphql'],
] as const

for (const [current, released] of CONTRACTS) {
  copyFileSync(join(root, current), join(root, released))
  console.log(`${released} is now ${current}`)
}
