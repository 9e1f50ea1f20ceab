#!/usr/bin/env node
// The command of the package. An old Node reads this file first, so that it uses only features of an old Node.
const { explainOldNode } = require('./node-version.cjs')

const problem = explainOldNode()
if (problem === null) {
  require('node:module').enableCompileCache()
  import('../dist/cli/main.js')
} else {
  console.error(problem)
  process.exitCode = 2
}
