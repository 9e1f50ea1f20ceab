import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ProjectError } from './project-error.ts'
import { findTarballs } from './tarballs.ts'
import { listFolders, type Template } from './templates.ts'

export interface ProjectOptions {
  /** The folder of the new project. It is empty, or does not exist. */
  readonly folder: string
  readonly template: Template
  /** A folder with tarballs of the libraries, which the project uses instead of the registry. */
  readonly packages?: string | undefined
}

interface Manifest {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** npm leaves files of this name out of a package. */
const GITIGNORE = '.gitignore'

/** Creates a project. The folder is complete, or unchanged. @throws ProjectError. */
export function createProject({ folder, template, packages }: ProjectOptions): void {
  const target = resolve(folder)
  requireEmpty(target)
  mkdirSync(dirname(target), { recursive: true })
  const part = mkdtempSync(join(dirname(target), '.create-'))
  try {
    for (const source of listFolders(template)) cpSync(source, part, { recursive: true })
    renameSync(join(part, '_gitignore'), join(part, GITIGNORE))
    writeManifest(join(part, 'package.json'), basename(target), packages)
    // The target is absent or empty, and a rename replaces an empty folder.
    renameSync(part, target)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return
  const isEmpty = isFolder(folder) && readdirSync(folder).length === 0
  if (!isEmpty) throw new ProjectError(`${folder} is not an empty folder. Choose another one.`)
}

const isFolder = (path: string): boolean => {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

function writeManifest(file: string, folderName: string, packages: string | undefined): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const { dependencies, devDependencies } = manifest
  const wanted = Object.keys({ ...dependencies, ...devDependencies })
  const tarballs = Object.entries(packages === undefined ? {} : findTarballs(packages, wanted))
  const isForTests = ([name]: readonly [string, string]) => Object.hasOwn(devDependencies, name)
  const changed = {
    ...manifest,
    name: toPackageName(folderName),
    dependencies: { ...dependencies, ...Object.fromEntries(tarballs.filter((each) => !isForTests(each))) },
    devDependencies: { ...devDependencies, ...Object.fromEntries(tarballs.filter(isForTests)) },
  }
  writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`)
}

/** npm allows these letters in names. */
const toPackageName = (name: string): string =>
  name
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? 'content'
