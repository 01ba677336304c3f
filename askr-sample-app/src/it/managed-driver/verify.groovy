String log = new File(basedir, 'build.log').text
assert log.contains('published as seq 1')
assert log.contains('SQLite 3.50.3') && log.contains('can lose committed data') && log.contains('<sqlite-jdbc.version>3.53.4.0</sqlite-jdbc.version>')
