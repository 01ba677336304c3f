String log = new File(basedir, 'build.log').text
assert log.contains('Successfully applied 1 migration')
assert log.contains('published as seq 1')
