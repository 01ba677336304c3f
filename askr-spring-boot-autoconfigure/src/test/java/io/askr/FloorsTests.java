package io.askr;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packages read like floors of a house: each uses those below it, never one above or beside it. */
class FloorsTests {

    private static final List<List<String>> FLOORS = List.of(
            List.of("autoconfigure", "test"),
            List.of("actuate", "metrics"),
            List.of("listener"),
            List.of("topic", "queue", "cache"),
            List.of("lock"),
            List.of("wake", "payload"),
            List.of("jdbc"));

    private static JavaClasses house;

    @BeforeAll
    static void enter() {
        house = new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/"))
                .importPackages("io.askr");
    }

    @Test
    void aPackageUsesOnlyTheFloorsBelowIt() {
        List<String> above = new ArrayList<>();
        for (List<String> floor : FLOORS) {
            for (String room : floor) {
                List<String> forbidden = new ArrayList<>(above);
                floor.stream().filter(other -> !other.equals(room)).forEach(forbidden::add);
                if (!forbidden.isEmpty()) {
                    noClasses()
                            .that()
                            .resideInAPackage("io.askr." + room + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(packages(forbidden))
                            .allowEmptyShould(true)
                            .check(house);
                }
            }
            above.addAll(floor);
        }
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("io.askr.(*)..").should().beFreeOfCycles().check(house);
    }

    @Test
    void everyPackageStandsOnAFloor() {
        Set<String> rooms = new TreeSet<>();
        for (JavaClass type : house) {
            rooms.add(type.getPackageName());
        }
        assertThat(FLOORS.stream().flatMap(List::stream).map(room -> "io.askr." + room))
                .containsAll(rooms);
    }

    private static String[] packages(List<String> rooms) {
        return rooms.stream().map(room -> "io.askr." + room + "..").toArray(String[]::new);
    }
}
