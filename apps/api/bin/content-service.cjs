#!/usr/bin/env -S node --conditions=@content-service/source
// An old Node reads this file first, so that it uses only features of an old Node.
const { explainOldNode } = require('../../../libs/server/bin/node-version.cjs')

const problem = explainOldNode()
if (problem === null) {
  require('node:module').enableCompileCache()
  import('../src/cli.ts')
} else {
  console.error(problem)
  process.exitCode = 2
}
