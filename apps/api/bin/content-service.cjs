#!/usr/bin/env -S node --conditions=@content-service/source
// This file is the one that an old Node reads first, so it uses nothing that an old Node lacks.
const { engines } = require('../package.json')

const [major, minor] = process.versions.node.split('.').map(Number)
const [, neededMajor, neededMinor] = /(\d{1,9})\.(\d{1,9})/.exec(engines.node).map(Number)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `content-service needs Node ${neededMajor}.${neededMinor} or newer, and this is Node ${process.versions.node}.`,
  )
  process.exitCode = 2
} else {
  // Compiled sources stay in the folder for temporary files: the next start takes half the time.
  require('node:module').enableCompileCache()
  import('../src/cli.ts')
}
