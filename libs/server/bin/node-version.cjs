// An old Node reads this file, so that it uses only features of an old Node.
const { engines } = require('../package.json')

const [, neededMajor, neededMinor] = /(\d{1,9})\.(\d{1,9})/.exec(engines.node).map(Number)

/** A sentence for the operator if this Node is too old for the service; otherwise null. */
exports.explainOldNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < neededMajor || (major === neededMajor && minor < neededMinor)
    ? `content-service needs Node ${neededMajor}.${neededMinor} or newer, and this is Node ${process.versions.node}.`
    : null
}
