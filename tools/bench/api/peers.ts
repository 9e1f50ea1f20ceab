import { join } from 'node:path'
import { createOwnPackages } from '../../programs/own-packages.ts'

/** The other servers of the benchmark. */
export const peers = createOwnPackages(join(import.meta.dirname, 'peers'), {
  about: 'the other servers',
  advice: 'Use --contestants limit,ours to do without them.',
})
