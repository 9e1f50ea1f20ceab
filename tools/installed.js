// Each script of package.json loads this file first. It is JavaScript for the Node of the machine, because nothing is
// installed yet when its sentences are needed.
import console from 'node:console'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { URL } from 'node:url'
import nodeVersion from '../libs/server/bin/node-version.cjs'

function findProblem() {
  if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url)))
    return 'Run `npm ci` first: it installs everything that this command needs.'
  const problem = nodeVersion.explainOldNode()
  return problem && `${problem} \`npm ci\` installs it for npm scripts; \`npm ci --omit=dev\` does not.`
}

const problem = findProblem()
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}
