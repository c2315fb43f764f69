/** Addresses that must never be read; the spellings that get around naive checks among them. */
// biome-ignore format: lists of addresses
export const REFUSED: Record<string, string[]> = {
  'spellings of 127.0.0.1 and 0.0.0.0': [
    'http://2130706433', 'http://0177.0.0.1', 'http://017700000001', 'http://0x7f.1', 'http://0x7f000001', 'http://127.1',
    'http://127.0.0.1', 'http://127.0.0.1.', 'http://①②⑦.⓪.⓪.①', 'http://127。0。0。1', 'http:127.0.0.1',
    'http:////127.0.0.1', 'http://0', 'http://%31%32%37.0.0.1',
  ],
  'IPv4 ranges': [
    '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.255.255.254', '169.254.169.254', '169.254.170.2',
    '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.1',
    '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', '168.63.129.16',
  ].map((address) => `http://${address}/`),
  'IPv6 ranges': [
    '::', '::1', '::ffff:a9fe:a9fe', '::ffff:127.0.0.1', '::ffff:0:7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::7f00:1',
    '2002:7f00:1::', '2001:0:7f00:1::', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '100::1',
    '2001:db8::1', '3fff::1', '5f00::1', '::127.0.0.1', '::7f00:1',
  ].map((address) => `http://[${address}]/`),
  'names that mean something only inside': [
    'localhost', 'localhost.', 'ⓛocalhost', 'LOCALHOST', 'a.localhost', 'db.internal', 'printer.local', 'metadata',
    'instance-data', 'metadata.google.internal', 'metadata.google.internal.', 'intranet', 'router.lan', 'nas.home.arpa',
    'a..example.com', 'x.corp',
  ].map((name) => `http://${name}/`),
  schemes: [
    'file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com:70/_x', 'data:text/html,hi', 'blob:https://a.com/1',
    'javascript:alert(1)', 'ws://example.com/', 'unix:/var/run/docker.sock', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'mailto:a@example.com', 'example.com', '//example.com', '', ' ', 'hello',
  ],
  ports: [22, 25, 6379, 11211, 5432, 9200, 2375, 8080, 0].map((port) => `http://example.com:${port}/`),
  'user names': ['http://user:pw@example.com/', 'http://user@example.com/', 'https://:pw@example.com/'],
  'traps for two parsers': [
    'http://user:pw@127.0.0.1:80@evil.com/', 'http://evil.com\\@127.0.0.1/', 'http://127.0.0.1\t.evil.com/',
    'http://1.1.1.1 &@127.0.0.1# @3.3.3.3/', 'http://127.0.0.1%2f@x/', 'http://example.com/a\r\nHost: x',
    'http://example.com/?a=\r\nb', `http://example.com/${'a'.repeat(8192)}`, 'http://[::1', 'http://exa mple.com/',
    'http://999.1.1.1/', 'http://1.2.3.4.5/', 'http://[fe80::1%25eth0]/',
  ],
};

/** What is allowed, and the form that is kept. */
export const ALLOWED: [given: string, kept: string][] = [
  ['https://docs.example.com/guide', 'https://docs.example.com/guide'],
  ['  HTTP://Docs.Example.COM:80/a/../b  ', 'http://docs.example.com/b'],
  ['https://example.com:443', 'https://example.com/'],
  ['http://example.com:443/', 'http://example.com:443/'],
  ['https://bücher.example/ä?q=ö#ü', 'https://xn--bcher-kva.example/%C3%A4?q=%C3%B6#%C3%BC'],
  ['http://8.8.8.8/', 'http://8.8.8.8/'],
  ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://not-internal.example.org/', 'https://not-internal.example.org/'],
];
