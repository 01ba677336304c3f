package io.askr.jdbc;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of the tests' table, as JPA sees it. */
@Entity
@Table(name = "entry")
class Entry {

    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "account")
    private int account;

    protected Entry() {}

    Entry(long id, int account) {
        this.id = id;
        this.account = account;
    }

    long id() {
        return id;
    }

    int account() {
        return account;
    }
}
