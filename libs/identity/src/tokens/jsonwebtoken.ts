import { createRequire } from 'node:module'
import type * as Library from 'jsonwebtoken'

const require = createRequire(import.meta.url)

/** The library, which the first token loads: with semver and others, it has 70 files. */
export const loadJwt = (): typeof Library => require('jsonwebtoken') as typeof Library
