/**
 * Statements for the conflicts bench and its short form in the tests. `real` contradicts what a manual's page says;
 * `made` are pairs about one fact, worded differently. `plantPairs` replaces relay, depot, crane and kran by other
 * names. {a} and {b} are two values of the pair. Written by hand, before the finder was run on them.
 */
type Real = { manual: 'postgres' | 'python' | 'git'; page: string; states: RegExp; planted: string }
export type Pair = { kind: string; one: string; other: string; values: readonly (readonly [string, string])[] }

/** A sentence that contradicts `page`, for another page of the manual. */
export const real: readonly Real[] = [
  ['runtime-config-connection.html', /100 connections/, 'By default, max_connections is 250.'],
  ['runtime-config-connection.html', /5432/, 'The port parameter defaults to 5433.'],
  ['runtime-config-resource.html', /work_mem/, 'The default value of work_mem is 16MB.'],
  ['runtime-config-resource.html', /maintenance_work_mem/, 'maintenance_work_mem defaults to 128 megabytes.'],
  ['runtime-config-resource.html', /temp_buffers/, 'Unless configured otherwise, temp_buffers is 16MB.'],
  ['runtime-config-wal.html', /checkpoint_timeout/, 'The default checkpoint_timeout is 10 minutes.'],
  ['runtime-config-wal.html', /max_wal_size/, 'max_wal_size is 2 GB by default.'],
  ['runtime-config-wal.html', /wal_writer_delay/, 'By default, wal_writer_delay is 500 milliseconds.'],
  ['runtime-config-connection.html', /authentication_timeout/, 'authentication_timeout has a default of 30 seconds.'],
  ['runtime-config-autovacuum.html', /autovacuum_naptime/, 'The default for autovacuum_naptime is five minutes.'],
  ['runtime-config-autovacuum.html', /autovacuum_max_workers/, 'The default value of autovacuum_max_workers is 5.'],
  ['runtime-config-locks.html', /deadlock_timeout/, 'deadlock_timeout defaults to 3s.'],
  ['runtime-config-locks.html', /max_locks_per_transaction/, 'max_locks_per_transaction is set to 128 by default.'],
  ['runtime-config-query.html', /random_page_cost/, 'The default of random_page_cost is 2.0.'],
  ['runtime-config-query.html', /default_statistics_target/, 'default_statistics_target defaults to 1000.'],
  ['runtime-config-logging.html', /log_rotation_size/, 'The default log_rotation_size is 20 megabytes.'],
  ['runtime-config-compatible.html', /quote_all_identifiers/, 'quote_all_identifiers is on by default.'],
  ['runtime-config-replication.html', /wal_receiver_timeout/, 'wal_receiver_timeout is 90 seconds by default.'],
  ['runtime-config-replication.html', /max_wal_senders/, 'The default for max_wal_senders is 20.'],
  ['runtime-config-resource.html', /vacuum_cost_limit/, 'vacuum_cost_limit has the default value 400.'],
].map(([page, states, planted]) => ({ manual: 'postgres', page, states, planted }) as Real)

const times = [
  ['30 seconds', '45 seconds'],
  ['5 minutes', '300 ms'],
  ['24 hours', '7 days'],
] as const
const counts = [
  ['10', '25'],
  ['1,000', '5,000'],
  ['three', 'four'],
] as const
const sizes = [
  ['10 MB', '25 MB'],
  ['1 GB', '512 MB'],
] as const
const versions = [
  ['3.8', '3.10'],
  ['12', '14'],
] as const
const prices = [
  ['$12', '$15'],
  ['€49', '€59'],
] as const

export const made: readonly Pair[] = [
  {
    kind: 'default',
    one: 'The default relay session timeout is {a}.',
    other: 'By default, the relay session timeout is {b}.',
    values: times,
  },
  {
    kind: 'default',
    one: 'The relay_timeout setting defaults to {a}.',
    other: 'relay_timeout: {b} (default)',
    values: times,
  },
  {
    kind: 'default',
    one: 'Unless changed, the relay queue waits for {a}.',
    other: 'The default wait of the relay queue is {b}.',
    values: times.slice(0, 2),
  },
  {
    kind: 'default',
    one: 'By default relay.retries is {a}, which suits most networks.',
    other: 'The default for relay.retries is {b}.',
    values: counts,
  },
  {
    kind: 'default',
    one: 'relay.compress is on by default.',
    other: 'The default value of relay.compress is off.',
    values: [['', '']],
  },
  {
    kind: 'default',
    one: 'The default relay.codec is zstd.',
    other: 'relay.codec defaults to gzip.',
    values: [['', '']],
  },
  {
    kind: 'limit',
    one: 'A relay archive can contain up to {a} folders.',
    other: 'At most {b} folders are allowed per relay archive.',
    values: counts,
  },
  {
    kind: 'limit',
    one: 'Uploads to the relay are limited to {a}.',
    other: 'The maximum size of uploads to the relay is {b}.',
    values: sizes,
  },
  {
    kind: 'limit',
    one: 'A relay attachment can be up to {a} large.',
    other: 'The maximum size of a relay attachment is {b}.',
    values: sizes,
  },
  {
    kind: 'limit',
    one: 'The relay free plan includes up to {a} notebooks.',
    other: 'The relay free plan is limited to {b} notebooks.',
    values: counts,
  },
  {
    kind: 'limit',
    one: 'Relay names must have at least {a} characters.',
    other: 'The minimum length of relay names is {b} characters.',
    values: [
      ['8', '12'],
      ['three', 'five'],
    ],
  },
  {
    kind: 'limit',
    one: 'Relay passwords need at least {a} characters.',
    other: 'Relay passwords need a minimum of {b} characters.',
    values: [['8', '12']],
  },
  {
    kind: 'version',
    one: 'The relay daemon is available since version {a}.',
    other: 'The relay daemon was introduced in version {b}.',
    values: versions,
  },
  {
    kind: 'version',
    one: 'relay.mirror() was added in version {a}.',
    other: 'relay.mirror() is available since version {b}.',
    values: versions,
  },
  {
    kind: 'version',
    one: 'The relay client requires Python {a} or newer.',
    other: 'The relay client needs Python {b} or later.',
    values: [['3.8', '3.10']],
  },
  {
    kind: 'price',
    one: 'The relay team plan costs {a} per user and month.',
    other: 'The price of the relay team plan is {b} per user and month.',
    values: prices,
  },
  { kind: 'price', one: 'Relay Premium: {a} per month', other: 'Relay Premium costs {b} monthly.', values: prices },
  {
    kind: 'date',
    one: 'Support for relay protocol one ends on 31 March 2027.',
    other: 'Support for relay protocol one ends on 2027-06-30.',
    values: [['', '']],
  },
  {
    kind: 'date',
    one: 'The relay certificate expires on May 4, 2027.',
    other: 'The relay certificate expires on 4 June 2027.',
    values: [['', '']],
  },
  {
    kind: 'availability',
    one: 'Relay mirroring is supported on encrypted volumes.',
    other: 'Relay mirroring is not supported on encrypted volumes.',
    values: [['', '']],
  },
  {
    kind: 'availability',
    one: 'A relay licence is required for mirrored archives.',
    other: 'A relay licence isn’t required for mirrored archives.',
    values: [['', '']],
  },
  {
    kind: 'availability',
    one: 'Relay archive names are case-sensitive.',
    other: 'Relay archive names are case-insensitive.',
    values: [['', '']],
  },
  {
    kind: 'availability',
    one: 'Deleting a relay archive is reversible.',
    other: 'Deleting a relay archive is irreversible.',
    values: [['', '']],
  },
  {
    kind: 'availability',
    one: 'The relay dashboard supports screen readers.',
    other: 'The relay dashboard does not support screen readers.',
    values: [['', '']],
  },
  {
    kind: 'availability',
    one: 'Single sign-on is included in the relay team plan.',
    other: 'Single sign-on is not part of the relay team plan.',
    values: [['', '']],
  },
  {
    kind: 'number',
    one: 'A relay token is {a} characters long.',
    other: 'Relay tokens have a length of {b} characters.',
    values: [['32', '40']],
  },
  {
    kind: 'number',
    one: 'The relay archive keeps deleted files for {a}.',
    other: 'Deleted files are kept in the relay archive for {b}.',
    values: times,
  },
  {
    kind: 'number',
    one: 'The relay checks every mirror after {a}.',
    other: 'The relay checks each mirror after {b}.',
    values: times,
  },
  {
    kind: 'table',
    one: '| Plan | Archive storage | Relay seats |\n|---|---|---|\n| Relay Basic | {a} | 3 |',
    other: '| Plan | Archive storage |\n|---|---|\n| Relay Basic | {b} |',
    values: sizes,
  },
  {
    kind: 'table',
    one: '| Setting | Default |\n|---|---|\n| relay.window | {a} |',
    other: 'The default of relay.window is {b}.',
    values: counts.slice(0, 2),
  },
  {
    kind: 'key: value',
    one: '- **Relay session lifetime:** {a}',
    other: '- Relay session lifetime: {b}',
    values: times,
  },
  {
    kind: 'key: value',
    one: '- Maximum relay message size: {a}',
    other: 'Relay messages have a maximum size of {b}.',
    values: sizes,
  },
  {
    kind: 'German',
    one: 'Der Standardwert von relay.puffer ist {a}.',
    other: 'Standardmäßig beträgt relay.puffer {b}.',
    values: [
      ['64 MB', '128 MB'],
      ['10', '20'],
    ],
  },
  {
    kind: 'German',
    one: 'Ein Relay-Archiv darf höchstens {a} Ordner enthalten.',
    other: 'Ein Relay-Archiv enthält bis zu {b} Ordner.',
    values: [
      ['10', '25'],
      ['1.000', '5.000'],
    ],
  },
  {
    kind: 'German',
    one: 'Der Relay-Dienst ist seit Version {a} verfügbar.',
    other: 'Der Relay-Dienst ist ab Version {b} verfügbar.',
    values: versions,
  },
  {
    kind: 'German',
    one: 'Der Relay-Tarif kostet {a} pro Monat.',
    other: 'Der Preis des Relay-Tarifs beträgt {b} pro Monat.',
    values: [['49 €', '59 €']],
  },
  {
    kind: 'German',
    one: 'Die Spiegelung verschlüsselter Relay-Archive wird unterstützt.',
    other: 'Die Spiegelung verschlüsselter Relay-Archive wird nicht unterstützt.',
    values: [['', '']],
  },
  {
    kind: 'German',
    one: 'Relay-Passwörter brauchen mindestens {a} Zeichen.',
    other: 'Für Relay-Passwörter sind mindestens {b} Zeichen nötig.',
    values: [['8', '12']],
  },
]

/** Two statements with different values that may both be true, or with equal values written differently. */
export const decoys: readonly Pair[] = [
  {
    kind: 'same value',
    one: 'The default depot cache lifetime is {a}.',
    other: 'By default, the depot cache lifetime is {b}.',
    values: [
      ['60 seconds', '1 minute'],
      ['1 hour', '60 minutes'],
      ['2 days', '48 hours'],
      ['1 GB', '1024 MB'],
      ['three weeks', '21 days'],
    ],
  },
  {
    kind: 'same value',
    one: 'A depot can contain up to {a} crates.',
    other: 'At most {b} crates are allowed per depot.',
    values: [
      ['1000', '1,000'],
      ['three', '3'],
      ['1 million', '1,000,000'],
      ['12', 'twelve'],
    ],
  },
  {
    kind: 'same value',
    one: 'The depot closes on {a}.',
    other: 'The depot closes on {b}.',
    values: [
      ['2027-03-31', '31 March 2027'],
      ['May 4, 2027', '4 May 2027'],
    ],
  },
  {
    kind: 'same value',
    one: 'depot.lock() was added in version {a}.',
    other: 'depot.lock() is available since version {b}.',
    values: [
      ['3.8', '3.8'],
      ['3.8', '3.8.0'],
      ['3.8', '3.8.2'],
    ],
  },
  {
    kind: 'same value',
    one: 'depot.verify is on by default.',
    other: 'depot.verify is enabled by default.',
    values: [['', '']],
  },
  {
    kind: 'condition',
    one: 'The default depot timeout is {a}.',
    other: 'On Windows, the default depot timeout is {b}.',
    values: times,
  },
  {
    kind: 'condition',
    one: 'Depot tickets are valid for {a}.',
    other: 'Depot tickets for administrators are valid for {b}.',
    values: times,
  },
  {
    kind: 'condition',
    one: 'A depot crate holds up to {a} parcels.',
    other: 'If compression is enabled, a depot crate holds up to {b} parcels.',
    values: counts,
  },
  {
    kind: 'condition',
    one: 'A depot crate holds up to {a} parcels.',
    other: 'Without compression, a depot crate holds up to {b} parcels.',
    values: counts,
  },
  {
    kind: 'condition',
    one: 'Depot uploads are limited to {a}.',
    other: 'Depot uploads by guests are limited to {b}.',
    values: sizes,
  },
  {
    kind: 'condition',
    one: 'Depot uploads are limited to {a}.',
    other: 'When you use the depot API, uploads are limited to {b}.',
    values: sizes,
  },
  {
    kind: 'version',
    one: 'The default depot.depth is {a}.',
    other: 'In version 9, the default depot.depth is {b}.',
    values: counts,
  },
  {
    kind: 'version',
    one: 'depot.depth defaults to {a}.',
    other: 'Before version 9, depot.depth defaulted to {b}.',
    values: counts,
  },
  {
    kind: 'version',
    one: 'depot.depth defaults to {a}.',
    other: 'In earlier releases, depot.depth was {b} by default.',
    values: counts,
  },
  {
    kind: 'version',
    one: 'The depot daemon is available since version {a}.',
    other: 'The depot daemon supports labels since version {b}.',
    values: versions,
  },
  {
    kind: 'version',
    one: 'depot.open() was added in version {a}.',
    other: 'depot.open() was changed in version {b}.',
    values: versions,
  },
  {
    kind: 'version',
    one: 'New in depot version {a}: labels.',
    other: 'New in depot version {b}: mirrors.',
    values: versions,
  },
  {
    kind: 'past',
    one: 'The crane plan costs {a} per month.',
    other: 'Until last year, the crane plan cost {b} per month.',
    values: prices,
  },
  { kind: 'past', one: 'The crane limit is {a} tons.', other: 'The crane limit was {b} tons.', values: counts },
  {
    kind: 'other subject',
    one: 'The default timeout of the depot client is {a}.',
    other: 'The default timeout of the depot server is {b}.',
    values: times,
  },
  {
    kind: 'other subject',
    one: 'The depot team plan includes up to {a} crates.',
    other: 'The depot business plan includes up to {b} crates.',
    values: counts,
  },
  {
    kind: 'other subject',
    one: 'depot.read_delay defaults to {a}.',
    other: 'depot.write_delay defaults to {b}.',
    values: times,
  },
  {
    kind: 'other subject',
    one: '| Plan | Depot storage |\n|---|---|\n| Depot Basic | {a} |',
    other: '| Plan | Depot storage |\n|---|---|\n| Depot Plus | {b} |',
    values: sizes,
  },
  {
    kind: 'other subject',
    one: 'Depot names are case-sensitive.',
    other: 'Depot labels are case-insensitive.',
    values: [['', '']],
  },
  {
    kind: 'other subject',
    one: 'Labels are supported on depot crates.',
    other: 'Labels are not supported on depot parcels.',
    values: [['', '']],
  },
  {
    kind: 'other property',
    one: 'The minimum depot crate weight is {a} kg.',
    other: 'The maximum depot crate weight is {b} kg.',
    values: counts,
  },
  {
    kind: 'other property',
    one: 'The default depot crate count is {a}.',
    other: 'The depot crate count can be at most {b}.',
    values: counts,
  },
  {
    kind: 'other property',
    one: 'A depot crate can hold up to {a} parcels.',
    other: 'A depot crate can hold up to {b} labels.',
    values: counts,
  },
  {
    kind: 'other property',
    one: 'The crane plan costs {a} per month.',
    other: 'The crane plan costs {b} per year.',
    values: [
      ['$12', '$120'],
      ['€49', '€490'],
    ],
  },
  { kind: 'example', one: 'The crane waits for {a}.', other: 'For example, the crane waits for {b}.', values: times },
  {
    kind: 'example',
    one: 'The default crane height is {a}.',
    other: 'Suppose the default crane height is {b}.',
    values: [['10 m', '12 m']],
  },
  {
    kind: 'example',
    one: 'crane.speed defaults to {a}.',
    other: 'You could set crane.speed to {b} by default.',
    values: counts,
  },
  { kind: 'approximate', one: 'The crane rests for {a}.', other: 'The crane rests for about {b}.', values: times },
  {
    kind: 'approximate',
    one: 'A depot has up to {a} gates.',
    other: 'A depot has between 2 and {b} gates.',
    values: counts,
  },
  {
    kind: 'question',
    one: 'The crane default speed is {a}.',
    other: 'Is the crane default speed {b}?',
    values: counts,
  },
  {
    kind: 'cross reference',
    one: 'See section {a} about crane operation rules.',
    other: 'See section {b} about crane operation rules.',
    values: versions,
  },
  {
    kind: 'hedged',
    one: 'Crane labels are supported.',
    other: 'Crane labels are not supported if the store is locked.',
    values: [['', '']],
  },
  {
    kind: 'hedged',
    one: 'Crane mirroring is available in the store.',
    other: 'Crane mirroring is only available in the store cellar.',
    values: [['', '']],
  },
  {
    kind: 'German',
    one: 'Der Standardwert von kran.puffer ist {a}.',
    other: 'Standardmäßig beträgt kran.puffer {b}.',
    values: [
      ['1 GB', '1024 MB'],
      ['1.000', '1000'],
      ['60 Sekunden', '1 Minute'],
    ],
  },
  {
    kind: 'German',
    one: 'Ein Kran trägt höchstens {a} Kisten.',
    other: 'Unter Windows trägt ein Kran höchstens {b} Kisten.',
    values: [
      ['10', '25'],
      ['1.000', '5.000'],
    ],
  },
  {
    kind: 'German',
    one: 'Ein Kran trägt höchstens {a} Kisten.',
    other: 'Früher trug ein Kran höchstens {b} Kisten.',
    values: [
      ['10', '25'],
      ['30', '40'],
    ],
  },
  {
    kind: 'German',
    one: 'Der Kran-Führer hat mindestens {a} Pausen.',
    other: 'Zum Beispiel hat der Kran-Führer mindestens {b} Pausen.',
    values: [['3', '4']],
  },
]
