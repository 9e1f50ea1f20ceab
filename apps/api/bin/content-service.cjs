#!/usr/bin/env -S node --conditions=@content-service/source
// An old Node reads this file first, so that it uses only features of an old Node.
const { engines } = require('../package.json')

const [major, minor] = process.versions.node.split('.').map(Number)
const [, neededMajor, neededMinor] = /(\d{1,9})\.(\d{1,9})/.exec(engines.node).map(Number)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `content-service needs Node ${neededMajor}.${neededMinor} or newer, and this is Node ${process.versions.node}.`,
  )
  process.exitCode = 2
} else {
  require('@content-service/server/module-cache').enableModuleCache('content-service')
  import('../src/cli.ts')
}
