import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
/** A database of its own for one test file: empty, or a copy of a template that the first caller prepares. */
export async function createDatabase(serverUrl, template) {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await onServer(serverUrl, async (client) => {
        if (template)
            await ensureTemplate(client, serverUrl, template);
        await create(client, name, template?.name);
    });
    return {
        url: urlOf(serverUrl, name),
        drop: () => onServer(serverUrl, (client) => drop(client, name)),
    };
}
/** The lock lets one caller prepare while the others wait; the rename at the end hides a half-prepared template. */
async function ensureTemplate(client, serverUrl, { name, prepare }) {
    const lock = `hashtextextended(${escapeLiteral(name)}, 0)`;
    const draft = `${name}_draft`;
    await client.query(`SELECT pg_advisory_lock(${lock})`);
    try {
        const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
        if (rowCount)
            return;
        await drop(client, draft);
        await create(client, draft);
        await prepare(urlOf(serverUrl, draft));
        await client.query(`ALTER DATABASE ${escapeIdentifier(draft)} RENAME TO ${escapeIdentifier(name)}`);
    }
    finally {
        await client.query(`SELECT pg_advisory_unlock(${lock})`);
    }
}
async function create(client, name, template = 'template1') {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`);
}
async function drop(client, name) {
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}
async function onServer(url, work) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
        await work(client);
    }
    finally {
        await client.end();
    }
}
function urlOf(serverUrl, database) {
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    return url.href;
}
//# sourceMappingURL=postgres-database.js.map