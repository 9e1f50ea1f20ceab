#!/usr/bin/env -S node --conditions=@content-service/source
// An old Node reads this file first, so that it uses only features of an old Node.
// eslint-disable-next-line @nx/enforce-module-boundaries -- before the check, no package may be loaded that an old Node cannot read
const { explainOldNode } = require('../../../libs/server/bin/node-version.cjs')

const problem = explainOldNode()
if (problem === null) {
  require('node:module').enableCompileCache()
  import('../src/cli.ts')
} else {
  console.error(problem)
  process.exitCode = 2
}
