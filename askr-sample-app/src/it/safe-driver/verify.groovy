String log = new File(basedir, 'build.log').text
assert log.contains('published as seq 1')
assert !log.contains('can lose committed data') && log.contains('SQLite 3.53.4')
