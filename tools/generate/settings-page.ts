import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderSettingsPage } from '@content-service/server'

/** `npm run generate` writes docs/settings.md from the table of settings. */
writeFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/settings.md'), renderSettingsPage())
