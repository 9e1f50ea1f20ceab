// Each script of package.json loads this file first. It is JavaScript for the Node of the machine, because nothing is
// installed yet when its sentence is needed.
import console from 'node:console'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { URL } from 'node:url'

if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) {
  console.error('Run `npm ci` first: it installs everything that this command needs.')
  process.exit(1)
}
